import { type Agreement, agreementsShapes } from '@qingzhou/contract/agreements'
import type { Input } from '@qingzhou/contract/shape'
import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { callsOf } from '#platform/api/api.ts'
import { channelCode } from '#platform/browser/browser.ts'
import { productNo } from '#shared/pages/product.ts'

const { toConfirm } = callsOf('agreements', { toConfirm: agreementsShapes.toConfirm })

type Wanted = Pick<
  Input<typeof agreementsShapes.toConfirm>,
  'eventType' | 'businessNo' | 'draw' | 'delay' | 'plan' | 'second'
> & {
  /** Names the draw among others, because a key is text and a draw has money in it. */
  readonly key?: string
}

/** The agreements of an event, filled with the customer's own data. */
export function agreementsToSign({ key = '', ...wanted }: Wanted) {
  return queryOptions({
    queryKey: ['agreements-to-sign', wanted.eventType, wanted.businessNo ?? '', key],
    queryFn: async ({ signal }) =>
      toConfirm(
        { ...wanted, prodSubNo: productNo(), channelCode: channelCode(), hasFund: false },
        { signal, quiet: true },
      ),
    // What is signed is what was shown: an older text is asked for again rather than kept.
    staleTime: 0,
    refetchOnMount: 'always',
  })
}

/** Agreements that are ticked together. */
export type SigningGroup = { readonly id: string; readonly agreements: readonly Agreement[] }

export type Signing = ReturnType<typeof useSigning>

const UNTICKED = '请先阅读并勾选同意'

/** Which agreements were ticked. Nothing is ticked in advance, and a new text takes its tick back. */
export function useSigning(agreements: readonly Agreement[]) {
  const groups = groupsOf(agreements)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [failures, setFailures] = useState(0)
  const missing = groups.filter(({ id }) => !ticked.has(id))

  function tick(id: string, checked: boolean) {
    setTicked((current) => {
      const others = [...current].filter((other) => other !== id)
      return new Set(checked ? [...others, id] : others)
    })
  }

  return {
    groups,
    isTicked: (id: string) => ticked.has(id),
    tick,
    errorOf: (id: string) => (failures > 0 && !ticked.has(id) ? UNTICKED : undefined),
    /** Judges the ticks, and says under each missing one that it is missing. */
    check(): boolean {
      setFailures(missing.length > 0 ? failures + 1 : 0)
      return missing.length === 0 && groups.length > 0
    },
    /** How often they were judged in vain: each time the borrower is led to what is missing. */
    failures,
    isComplete: missing.length === 0 && groups.length > 0,
    agreed: agreements.map(({ code, version }) => ({ code, version })),
    clear: () => setTicked(new Set()),
  }
}

/** A version is part of the group's name, so that a tick never passes to another text. */
function groupsOf(agreements: readonly Agreement[]): SigningGroup[] {
  const together = agreements.filter(({ isSeparate }) => !isSeparate)
  const groups = [
    together,
    ...agreements.filter(({ isSeparate }) => isSeparate).map((one) => [one]),
  ]
  return groups
    .filter((members) => members.length > 0)
    .map((members) => ({
      id: members.map(({ code, version }) => `${code}@${version}`).join('+'),
      agreements: members,
    }))
}
