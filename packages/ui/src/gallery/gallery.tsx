import './gallery.css'
import type { ComponentType } from 'react'
import { ButtonStories } from './button-stories.tsx'
import { ChoiceStories } from './choice-stories.tsx'
import { OverlayStories, ResultStories, StateStories } from './feedback-stories.tsx'
import { FieldStories } from './field-stories.tsx'
import { FigureStories } from './figure-stories.tsx'
import { IconStories, IdentityStories, NumberStories } from './identity-stories.tsx'
import { ScreenStories } from './screen-stories.tsx'
import { SurfaceStories } from './surface-stories.tsx'
import { Toaster } from '#overlays/toast.tsx'

const sections: { id: string; title: string; Stories: ComponentType; phones?: boolean }[] = [
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
]

/** Every component in every state, light and dark side by side. */
export function Gallery() {
  return (
    <div className="gallery" id="gallery">
      {sections.map(({ id, title, Stories, phones = false }) => (
        <section key={id} className="gallery-section" id={`gallery-${id}`} aria-label={title}>
          <h2 className="heading">{title}</h2>
          <div className="gallery-panes">
            {(['light', 'dark'] as const).map((theme) => (
              <div
                key={theme}
                className={phones ? 'gallery-pane gallery-phones' : 'gallery-pane'}
                data-theme={theme}
              >
                <Stories />
              </div>
            ))}
          </div>
        </section>
      ))}
      <Toaster />
    </div>
  )
}
