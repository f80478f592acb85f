import { type ReactNode, useState } from 'react'
import { Banner } from '#feedback/banner.tsx'
import { Chip } from '#feedback/chip.tsx'
import { StepProgress } from '#feedback/step-progress.tsx'
import { HeadsetIcon } from '#graphics/screen-icons.tsx'
import { Wordmark } from '#graphics/mark.tsx'
import { Button, IconButton } from '#inputs/button.tsx'
import { CodeField } from '#inputs/code-field.tsx'
import { TextField } from '#inputs/text-field.tsx'
import { Tick } from '#inputs/choices/tick.tsx'
import { Card } from '#layout/card.tsx'
import { Screen } from '#layout/screen.tsx'
import { Num } from '#money/number.tsx'
import { AmountScreen, HomeScreen } from './money-screens.tsx'
import { Phone } from './story.tsx'

const oneSecond = async () => new Promise((resolve) => setTimeout(resolve, 1000))

const help = <IconButton label="联系客服" icon={<HeadsetIcon />} onPress={() => undefined} />

export function ScreenStories() {
  return (
    <>
      <Phone name="落地页">
        <LandingScreen />
      </Phone>
      <Phone name="表单">
        <FormScreen />
      </Phone>
      <Phone name="首页">
        <HomeScreen />
      </Phone>
      <Phone name="金额">
        <AmountScreen />
      </Phone>
      <Phone name="表单，320 像素宽" narrow>
        <FormScreen />
      </Phone>
      <Phone name="首页，320 像素宽" narrow>
        <HomeScreen />
      </Phone>
      <Phone name="金额，320 像素宽" narrow>
        <AmountScreen />
      </Phone>
    </>
  )
}

function LandingScreen() {
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [isAgreed, setAgreed] = useState(false)

  return (
    <Screen
      onSubmit={oneSecond}
      top={<Banner tone="deep">凡自称电商客服，要求您借款转账或办理退款的，都是诈骗。</Banner>}
    >
      <div className="stack stack-6 landing">
        <div className="stack stack-2">
          <Wordmark name="轻舟" />
          <p className="title">消费借款，息费明细先看清</p>
          <p className="small ink-2">年化利率（单利）7.20%–23.40%，以审批为准</p>
        </div>
        <div className="stack stack-3">
          <TextField
            label="手机号"
            value={phone}
            onChange={setPhone}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={11}
            clearable
          />
          <CodeField
            value={code}
            onChange={setCode}
            onSend={oneSecond}
            unavailable={phone ? undefined : '请先填手机号'}
          />
        </div>
        <div className="stack stack-2">
          <Button type="submit" unavailable={isAgreed ? undefined : '请先勾选协议'}>
            登录并查看额度
          </Button>
          <Tick checked={isAgreed} onChange={setAgreed}>
            我已阅读并同意<a href="#gallery">《注册服务协议》</a>
            <a href="#gallery">《隐私政策》</a>；未注册的手机号登录后将自动注册
          </Tick>
        </div>
      </div>
      <Shore>
        贷款有风险，请按需、量力借款
        <br />
        客服 400-000-0000（每日 9:00–21:00）
      </Shore>
    </Screen>
  )
}

function FormScreen() {
  const [name, setName] = useState('林晚舟')
  const [number, setNumber] = useState('330106 1993 0412 4127')
  const [phone, setPhone] = useState('138 0571 6021')

  return (
    <Screen
      title="身份认证"
      onBack={() => undefined}
      trailing={help}
      top={<StepProgress step={1} total={6} next="人脸核验" />}
      footer={<Button type="submit">确认无误，去人脸核验</Button>}
      footerNote="证件照片加密保存，只用于核验您的身份"
      onSubmit={oneSecond}
    >
      <Card title="请核对识别结果" trailing={<Chip>已识别</Chip>}>
        <TextField labelBeside label="姓名" value={name} onChange={setName} />
        <TextField
          labelBeside
          label="证件号码"
          value={number}
          onChange={setNumber}
          maxLength={21}
        />
        <TextField
          labelBeside
          label="住址"
          value="杭州市西湖区文三路 18 号"
          onChange={() => undefined}
          doubt="「三」不清晰，请对照证件确认"
        />
      </Card>
      <Card title="紧急联系人" note="仅在联系不上您时使用">
        <TextField
          label="手机号"
          value={phone}
          onChange={setPhone}
          type="tel"
          error="这是您本人的手机号，请填写联系人的号码"
        />
        <p className="row row-between small">
          <span className="ink-2">申请额度</span>
          <Num value="20000.00" size="sm" yuan />
        </p>
      </Card>
    </Screen>
  )
}

/** The wave at the foot of a landing page, with the small print. */
function Shore({ children }: { children: ReactNode }) {
  return (
    <div className="shore">
      <svg viewBox="0 0 390 24" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 14c33-9 65-9 98 0s65 9 98 0 65-9 98 0 65 9 96 0v10H0z" />
      </svg>
      <p className="shore-words">{children}</p>
    </div>
  )
}
