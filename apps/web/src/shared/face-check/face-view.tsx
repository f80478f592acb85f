import type { CSSProperties, RefObject } from 'react'

type Share = CSSProperties & Record<'--share', string>

/** The camera's picture behind an oval, as in a mirror, with a line around it that fills up. */
export function FaceView({
  video,
  share,
}: {
  video: RefObject<HTMLVideoElement | null>
  share: number
}) {
  const filled: Share = { '--share': String(share) }
  return (
    <div className="face-view">
      <video ref={video} className="face-video" muted playsInline aria-label="摄像头画面" />
      <svg className="face-oval" viewBox="0 0 300 360" aria-hidden="true" style={filled}>
        <path className="face-shade" d={`M0 0h300v360H0z${OVAL}`} />
        <path className="face-line" d={OVAL} />
        {share > 0 && <path className="face-filled" d={OVAL} pathLength={1} />}
      </svg>
    </div>
  )
}

const OVAL = 'M150 28c66 0 104 58 104 142 0 92-50 162-104 162S46 262 46 170C46 86 84 28 150 28z'
