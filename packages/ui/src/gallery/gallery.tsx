import type { ComponentType, CSSProperties } from 'react'
import { RefreshIcon } from '#graphics/icons.tsx'
import { HeadsetIcon } from '#graphics/screen-icons.tsx'
import * as firstIcons from '#graphics/icons.tsx'
import * as screenIcons from '#graphics/screen-icons.tsx'
import * as drawings from '#graphics/illustrations.tsx'
import { Boat, Mark, PartnerMark } from '#graphics/mark.tsx'
import { Button, ButtonLink, ButtonPair, IconButton } from '#inputs/button.tsx'
import { Num } from '#money/number.tsx'
import { Toaster } from '#overlays/toast.tsx'
import { ChoiceStories } from './choice-stories.tsx'
import { OverlayStories, ResultStories, StateStories } from './feedback-stories.tsx'
import { FieldStories } from './field-stories.tsx'
import { FigureStories } from './figure-stories.tsx'
import partner from './brand.example.json' with { type: 'json' }
import './gallery.css'
import { ScreenStories } from './screen-stories.tsx'
import { Story } from './story.tsx'
import { SurfaceStories } from './surface-stories.tsx'

const twoSeconds = async () => new Promise((resolve) => setTimeout(resolve, 2000))

function ButtonStories() {
  return (
    <>
      <Story name="主按钮：点一下会忙两秒">
        <Button onPress={twoSeconds} busyLabel="正在提交…">
          确认借款 5,000.00 元
        </Button>
      </Story>
      <Story name="获得焦点">
        <div className="gallery-focus">
          <Button>确认借款 5,000.00 元</Button>
        </div>
      </Story>
      <Story name="忙">
        <Button busy busyLabel="正在提交…">
          提交
        </Button>
      </Story>
      <Story name="不可按，说明原因">
        <Button unavailable="请先勾选协议">同意并继续</Button>
      </Story>
      <Story name="一对：次要与拒绝">
        <ButtonPair>
          <Button kind="quiet">看账单</Button>
          <Button kind="refuse">拒绝并写明原因</Button>
        </ButtonPair>
      </Story>
      <Story name="一对，其中一个忙">
        <ButtonPair>
          <Button kind="quiet">再想想</Button>
          <Button busy>通过 3 张凭证</Button>
        </ButtonPair>
      </Story>
      <Story name="文字、图标、链接">
        <div className="row row-between">
          <Button kind="text" icon={<RefreshIcon size={18} />}>
            换一张
          </Button>
          <ButtonLink href="#gallery" kind="text">
            看账单
          </ButtonLink>
          <Button kind="quiet" fit>
            还这一期
          </Button>
          <IconButton label="联系客服" icon={<HeadsetIcon />} onPress={() => undefined} />
        </div>
      </Story>
      <Story name="深色底上">
        <div className="gallery-deep">
          <Button kind="on-deep">去借款</Button>
        </div>
      </Story>
      <Story name="很长的文字">
        <Button>我已阅读并理解上述内容，同意从江海银行（6217）自动扣款 1,079.71 元</Button>
      </Story>
    </>
  )
}

type Section = {
  id: string
  title: string
  Stories: ComponentType
  phones?: boolean
  /** Shown with the logo and colours of a partner. */
  isPartner?: boolean
}

const sections: Section[] = [
  { id: 'identity', title: '标识与文字', Stories: IdentityStories },
  { id: 'numbers', title: '数字', Stories: NumberStories },
  { id: 'buttons', title: '按钮', Stories: ButtonStories },
  { id: 'fields', title: '输入', Stories: FieldStories },
  { id: 'choices', title: '选择', Stories: ChoiceStories },
  { id: 'surfaces', title: '卡片、列表、提示', Stories: SurfaceStories },
  { id: 'figures', title: '明细与图表', Stories: FigureStories },
  { id: 'states', title: '骨架、空、出错', Stories: StateStories },
  { id: 'results', title: '结果', Stories: ResultStories },
  { id: 'overlays', title: '面板与短提示', Stories: OverlayStories },
  { id: 'drawings', title: '图标与插画', Stories: IconStories },
  { id: 'screens', title: '整屏', Stories: ScreenStories, phones: true },
  { id: 'partner-identity', title: '合作方主题：标识', Stories: IdentityStories, isPartner: true },
  { id: 'partner-buttons', title: '合作方主题：按钮', Stories: ButtonStories, isPartner: true },
  {
    id: 'partner-screens',
    title: '合作方主题：整屏',
    Stories: ScreenStories,
    phones: true,
    isPartner: true,
  },
]

/** Every component in every state, light and dark side by side. */
export function Gallery() {
  return (
    <div className="gallery" id="gallery">
      {sections.map(({ id, title, Stories, phones = false, isPartner = false }) => (
        <section key={id} className="gallery-section" id={`gallery-${id}`} aria-label={title}>
          <h2 className="heading">{title}</h2>
          <div className="gallery-panes">
            {(['light', 'dark'] as const).map((theme) => (
              <div
                key={theme}
                className={phones ? 'gallery-pane gallery-phones' : 'gallery-pane'}
                data-theme={theme}
                style={isPartner ? coloursOf(theme) : undefined}
              >
                <PartnerMark value={isPartner ? partner.mark : undefined}>
                  <Stories />
                </PartnerMark>
              </div>
            ))}
          </div>
        </section>
      ))}
      <Toaster />
    </div>
  )
}

function coloursOf(theme: 'light' | 'dark'): CSSProperties {
  return Object.fromEntries(
    Object.entries(partner.colours[theme]).map(([name, value]) => [`--color-${name}`, value]),
  )
}

function IdentityStories() {
  return (
    <>
      <Story name="标识与小舟">
        <div className="row is-primary">
          <Mark size={56} label="轻舟" />
          <Mark size={28} />
          <Boat size={32} />
          <Boat />
        </div>
      </Story>
      <Story name="字号">
        <p className="heading">结果标题 22</p>
        <p className="title">页面标题 18</p>
        <p>正文 16：息费明细先看清。</p>
        <p className="small ink-2">说明 14：以审批结果为准。</p>
        <p className="caption ink-3">注 12：客服每日 9:00–21:00。</p>
      </Story>
    </>
  )
}

function NumberStories() {
  return (
    <>
      <Story name="四种大小">
        <div className="gallery-wrap">
          <Num value="36793.44" size="xl" yuan />
          <Num value="1046.59" size="lg" yuan />
          <Num value="429.88" size="md" yuan />
          <Num value="449.88" size="sm" />
        </div>
      </Story>
      <Story name="逾期、到手、扣减、利率、可点看明细">
        <div className="gallery-wrap">
          <Num value="1046.59" size="lg" yuan tone="overdue" />
          <Num value="5000.00" size="lg" yuan tone="incoming" signed />
          <Num value="-20.00" size="md" />
          <Num value="14.40" size="md" unit="%" />
          <Num value="1042.42" size="lg" yuan onTap={() => undefined} tapLabel="看这笔钱怎么来的" />
        </div>
      </Story>
      <Story name="很长的数、不是数的文字">
        <div className="gallery-wrap">
          <Num value="1234567890.12" size="xl" yuan />
          <Num value="待核算" size="lg" />
        </div>
      </Story>
    </>
  )
}

function IconStories() {
  return (
    <>
      <Story name="线条图标">
        <ul className="gallery-icons">
          {Object.entries({ ...firstIcons, ...screenIcons }).map(([name, Icon]) => (
            <li key={name}>
              <Icon />
              <span className="ink-3">{name.replace('Icon', '')}</span>
            </li>
          ))}
        </ul>
      </Story>
      <Story name="插画">
        <div className="gallery-drawings">
          {Object.entries(drawings).map(([name, Drawing]) => (
            <Drawing key={name} />
          ))}
        </div>
      </Story>
    </>
  )
}
