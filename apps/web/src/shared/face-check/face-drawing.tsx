/** A face in a frame, drawn with the lines of the other illustrations. */
export function FaceDrawing() {
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
