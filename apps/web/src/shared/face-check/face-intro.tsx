import { Banner } from '@qingzhou/ui/feedback'
import { Card } from '@qingzhou/ui/layout'
import { NumberedSteps } from '#shared/pages/numbered-steps.tsx'
import { Phrases } from '#shared/pages/phrases.tsx'

const sentences = {
  page: '请对着镜头按提示做几个动作，约需 20 秒',
  channel: '将打开支付应用的刷脸服务，完成后自动回到这里',
}

/** The instructions, shown before the camera is requested. */
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
      <Banner>
        画面只用于和您的身份证照片核对，不会存在手机里。系统能确认的，核对后即删除；不能确认的，由工作人员核对，加密保存。
      </Banner>
    </>
  )
}

/** A face in a frame, in the style of the other illustrations. */
function FaceDrawing() {
  return (
    <svg
      className="drawing"
      width={200}
      height={140}
      viewBox="0 0 200 140"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M62 34V20h16M138 34V20h-16M62 106v14h16M138 106v14h-16" className="draw-primary" />
      <ellipse cx="100" cy="68" rx="27" ry="35" className="fill-soft" />
      <path d="M73 62c4-20 14-28 27-28s23 8 27 28" />
      <path d="M86 66c2-2 5-2 7 0M107 66c2-2 5-2 7 0" />
      <path d="M100 70v10h-4M91 89c6 5 12 5 18 0" />
      <path d="M88 101v9M112 101v9" />
      <path d="M36 70h14M40 80h8M150 70h14M152 80h8" className="draw-faint" />
    </svg>
  )
}
