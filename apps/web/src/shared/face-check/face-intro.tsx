import { Banner } from '@qingzhou/ui/banner'
import { Card } from '@qingzhou/ui/card'
import { NumberedSteps } from '#shared/numbered-steps.tsx'
import { Phrases } from '#shared/phrases.tsx'
import { FaceDrawing } from './face-drawing.tsx'

const sentences = {
  page: '请对着镜头按提示做几个动作，约需 20 秒',
  channel: '将打开支付应用的刷脸服务，完成后自动回到这里',
}

/** What is going to happen, before the phone asks for its camera. */
export function FaceIntro({ by = 'page' }: { by?: 'page' | 'channel' }) {
  return (
    <>
      <section className="stack stack-3">
        <div className="row row-centre">
          <FaceDrawing />
        </div>
        <div className="stack stack-1">
          <h2 className="heading centre">确认是您本人</h2>
          <p className="ink-2 centre balance">
            <Phrases of={sentences[by]} />
          </p>
        </div>
      </section>
      <Card title="开始前请留意">
        <NumberedSteps
          label="开始前请留意"
          steps={[
            { title: '找个明亮的地方', note: '手机与眼睛齐平，不要背光' },
            { title: '露出整张脸', note: '请摘下口罩、墨镜和帽子' },
            { title: '请由本人完成', note: '画面中只有您一人' },
          ]}
        />
      </Card>
      <Banner>画面只用于和您的身份证照片核对，不会存在手机里，核对后即删除。</Banner>
    </>
  )
}
