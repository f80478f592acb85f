import type { ReactNode } from 'react'
import type { MallPicture as Picture } from '@qingzhou/contract/features/mall'
import './mall.css'

const drawings: Readonly<Record<Picture, ReactNode>> = {
  phone: (
    <>
      <rect x="40" y="10" width="40" height="72" rx="7" className="fill-surface" />
      <path d="M42.5 56h35v18a6 6 0 01-6 6h-23a6 6 0 01-6-6z" stroke="none" className="fill-soft" />
      <path d="M55 17h10" />
      <path d="M49 47c5-8 10-12 17-14M49 47h18" className="draw-primary" />
    </>
  ),
  laptop: (
    <>
      <path d="M31 22a6 6 0 016-6h46a6 6 0 016 6v42H31z" className="fill-surface" />
      <path d="M39 48h42v8H39z" stroke="none" className="fill-soft" />
      <path d="M18 66h84l-6 12a5 5 0 01-4 2H28a5 5 0 01-4-2z" className="fill-soft" />
      <path d="M53 66c1 4 13 4 14 0" />
      <path d="M47 30l6 5-6 5M58 40h9" className="draw-primary" />
    </>
  ),
  fridge: (
    <>
      <rect x="36" y="8" width="48" height="74" rx="6" className="fill-surface" />
      <path d="M36 34V14a6 6 0 016-6h36a6 6 0 016 6v20z" className="fill-soft" />
      <path d="M44 18v9M44 42v16M44 82v4M76 82v4" />
      <path d="M64 56l6-6M70 56l-6-6M67 47.5v11M61.5 53h11" className="draw-primary" />
    </>
  ),
  washer: (
    <>
      <rect x="32" y="10" width="56" height="72" rx="6" className="fill-surface" />
      <path d="M32 28h56" />
      <circle cx="60" cy="53" r="19" className="fill-surface" />
      <path
        d="M42.5 57c6-5 12-5 18 0s11 4 17-1a18 18 0 01-35 1z"
        stroke="none"
        className="fill-soft"
      />
      <path d="M47 54c4.500-3 8.500-3 13 0s8.500 3 13 0" className="draw-primary" />
      <path d="M40 19h9" />
      <circle cx="78" cy="19" r="3" className="fill-soft" />
    </>
  ),
  bicycle: (
    <>
      <circle cx="34" cy="60" r="19" className="fill-soft" />
      <circle cx="86" cy="60" r="19" className="fill-soft" />
      <path d="M34 60l14-28h25M34 60h22l17-28M56 60L48 32M86 60L71 26h9" />
      <path d="M42 32h11" className="draw-primary" />
      <circle cx="56" cy="60" r="4" className="fill-surface" />
    </>
  ),
  sofa: (
    <>
      <path d="M32 46V30a8 8 0 018-8h40a8 8 0 018 8v16" className="fill-surface" />
      <path d="M60 22v26" />
      <path d="M32 58V50a8 8 0 10-12 7v15h80V57a8 8 0 10-12-7v8z" className="fill-soft" />
      <path d="M28 72v7M92 72v7" />
      <path d="M38 33c3-2 6-2 9 0" className="draw-primary" />
    </>
  ),
}

/** The drawing of an offer. */
export function MallPicture({ picture }: { picture: Picture }) {
  return (
    <span className="mall-picture">
      <svg
        className="drawing"
        viewBox="0 0 120 92"
        fill="none"
        stroke="currentColor"
        strokeWidth={2.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {drawings[picture]}
      </svg>
    </span>
  )
}
