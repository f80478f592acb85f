import { Banner } from '@qingzhou/ui/banner'
import { Button } from '@qingzhou/ui/button'

export interface RecoveryCodesProps {
  codes: readonly string[]
  onSaved: () => Promise<void>
}

/** Shown once. Who leaves without them asks an administrator when the phone is lost. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  return (
    <section className="stack stack-6" aria-label="恢复码">
      <div className="stack stack-3">
        <h2 className="title">请保存恢复码</h2>
        <p className="small ink-2">
          手机丢失或更换时，可用一组恢复码代替动态验证码登录，每组只能使用一次。
        </p>
        <ul className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <Banner tone="soon">恢复码只显示这一次，请抄写或打印后妥善保管，不要截图发给他人。</Banner>
      </div>
      <Button onPress={onSaved}>已保存，进入工作台</Button>
    </section>
  )
}
