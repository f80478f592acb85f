import type { ProviderName } from '@qingzhou/provider-api/calls'
import { Button } from '@qingzhou/ui/inputs'
import { Well } from '@qingzhou/ui/layout'
import { attempt } from '#attempt.ts'
import { client, type Faults } from '#client.ts'
import { Select } from '#select.tsx'
import { faultFor, modeOf, modesFor, type FaultMode } from './fault-modes.ts'

type Provider = { readonly name: ProviderName; readonly label: string; readonly note: string }
type Group = { readonly title: string; readonly providers: readonly Provider[] }

/** The providers, grouped by the journey they are used in. */
const providerGroups: readonly Group[] = [
  {
    title: '登录与消息',
    providers: [
      { name: 'sms', label: '短信', note: '验证码、通知' },
      { name: 'mail', label: '邮件', note: '通知' },
      { name: 'wallet', label: '支付应用', note: '授权、人脸' },
      { name: 'messenger', label: '消息应用', note: '授权、小程序' },
    ],
  },
  {
    title: '申请额度',
    providers: [
      { name: 'ocr', label: '证件识别', note: '身份证照片' },
      { name: 'idCheck', label: '身份核验', note: '姓名与证件号' },
      { name: 'face', label: '人脸比对', note: '本人操作' },
      { name: 'bureau', label: '征信', note: '信用报告' },
      { name: 'deviceFirst', label: '设备指纹一', note: '标识、风险' },
      { name: 'deviceSecond', label: '设备指纹二', note: '标识、风险' },
      { name: 'ip', label: 'IP 归属', note: '地区与代理' },
    ],
  },
  {
    title: '绑卡与放款',
    providers: [{ name: 'bank', label: '银行', note: '绑卡、付款、扣款' }],
  },
  {
    title: '购物',
    providers: [{ name: 'mall', label: '商城', note: '下单、退货' }],
  },
]

export const providers = providerGroups.flatMap((group) => group.providers)

/** Sets the fault of each provider. */
export function FaultList({ faults }: { faults: Faults | undefined }) {
  if (!faults) return <p className="small ink-2">正在连接沙箱…</p>

  const faulty = providers.filter(({ name }) => modeOf(faults[name]) !== 'well')

  return (
    <div className="stack stack-4">
      <p className="small ink-2">模拟外部服务异常，查看应用如何应对。</p>
      <Faulty providers={faulty} faults={faults} />
      {providerGroups.map((group) => (
        <section key={group.title} className="stack stack-1">
          <h3 className="caption ink-3">{group.title}</h3>
          <ul className="faults">
            {group.providers.map(({ name, label, note }) => (
              <li key={name} className={classFor(modeOf(faults[name]))}>
                <span className="grow">
                  {label}
                  <span className="caption ink-3"> {note}</span>
                </span>
                <Select
                  label={`${label}的状态`}
                  hideLabel
                  options={modesFor(name)}
                  value={modeOf(faults[name])}
                  onChange={(next) => void change(name, next)}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

type FaultyProps = {
  readonly providers: typeof providers
  readonly faults: Faults
}

/** The active faults above the list, with a button that resets them. */
function Faulty({ providers: broken, faults }: FaultyProps) {
  if (broken.length === 0) return null
  return (
    <Well>
      <div className="stack stack-3">
        <ul className="small">
          {broken.map(({ name, label }) => (
            <li key={name}>
              {label}：{wordFor(name, modeOf(faults[name]))}
            </li>
          ))}
        </ul>
        <Button
          kind="quiet"
          onPress={() => Promise.all(broken.map(({ name }) => change(name, 'well')))}
        >
          全部恢复正常
        </Button>
      </div>
    </Well>
  )
}

/** A test may have set a fault that the list does not offer for this provider. */
function wordFor(name: ProviderName, mode: FaultMode): string {
  return modesFor(name).find(({ value }) => value === mode)?.label ?? '异常'
}

function classFor(mode: FaultMode): string {
  return mode === 'well' ? 'fault' : 'fault is-faulty'
}

function change(provider: ProviderName, mode: FaultMode): Promise<void> {
  return attempt(() => client.changeFault(provider, faultFor(mode)))
}
