import { Boat } from '#graphics/mark.tsx'

export interface LoadingOverlayProps {
  visible: boolean
  label?: string
}

/** Covers the page while loading; blocks presses at once, becomes visible after a delay. */
export function LoadingOverlay({ visible, label = '正在打开，请稍候' }: LoadingOverlayProps) {
  return (
    <div role="status">
      {visible && (
        <div className="loading-overlay">
          <div className="loading-card">
            <Boat size={40} />
            <span className="spinner" />
            <span className="small">{label}</span>
          </div>
        </div>
      )}
    </div>
  )
}
