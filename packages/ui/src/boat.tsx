/** The mark without its wave: it sits on a waterline, where you are. */
export function Boat({ size = 24 }: { size?: number }) {
  return (
    <svg
      className="boat"
      width={size}
      height={size}
      viewBox="2 2 44 40"
      fill="none"
      stroke="currentColor"
      strokeWidth={3.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M13 24.5C15.6 17 20 11 26.5 6.5c1.6 6 1.6 12 .4 18" />
      <path d="M6.5 30c3.6 6.2 10 8 17.5 8s13.9-1.8 17.5-8" />
    </svg>
  )
}
