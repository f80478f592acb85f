import type { ReactNode } from 'react'

/** One state of one component, with its name. */
export function Story({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="gallery-story">
      <p className="gallery-name">{name}</p>
      {children}
    </div>
  )
}

/** A whole screen in a phone-sized frame. */
export function Phone({
  name,
  narrow = false,
  children,
}: {
  name: string
  narrow?: boolean
  children: ReactNode
}) {
  return (
    <div className="gallery-story">
      <p className="gallery-name">{name}</p>
      <div className={narrow ? 'gallery-phone gallery-phone-narrow' : 'gallery-phone'}>
        {children}
      </div>
    </div>
  )
}
