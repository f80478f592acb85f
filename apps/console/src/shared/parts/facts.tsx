import { Fragment, type ReactNode } from 'react'

/** Names and values, one under the other. A fact without a value is left out. */
export function Facts({
  rows,
  className = 'facts',
}: {
  readonly rows: readonly (readonly [name: string, value: ReactNode])[]
  readonly className?: string
}) {
  return (
    <dl className={className}>
      {rows.map(
        ([name, value]) =>
          value !== undefined && (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}
