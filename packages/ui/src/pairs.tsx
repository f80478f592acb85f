import type { ReactNode } from 'react'

/** Names and values, one pair a line; long values wrap under themselves. */
export function Pairs({ pairs }: { pairs: readonly { label: ReactNode; value: ReactNode }[] }) {
  return (
    <dl className="pairs">
      {pairs.map((pair, index) => (
        <div key={index} className="pair">
          <dt>{pair.label}</dt>
          <dd>{pair.value}</dd>
        </div>
      ))}
    </dl>
  )
}
