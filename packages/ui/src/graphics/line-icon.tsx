interface IconProps {
  /** Pixels at the default text size; scales with it. 16 to 20 beside text. */
  size?: number
}

/** An icon of one path. */
export function line(path: string) {
  return function Icon({ size = 24 }: IconProps) {
    return (
      <svg
        width={`${size / 16}rem`}
        height={`${size / 16}rem`}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={size < 20 ? 2 : 1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    )
  }
}
