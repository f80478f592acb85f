import { type Agreement, agreementsShapes } from '@qingzhou/contract/features/agreements'
import type { Input } from '@qingzhou/contract/wire/shape'
import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { callsOf } from '#platform/api/api.ts'
import { channelCode } from '#platform/browser/browser.ts'
import { productNo } from '#shared/pages/product-no.ts'

const { toConfirm } = callsOf('agreements', { toConfirm: agreementsShapes.toConfirm })

type AgreementChoice = Pick<
  Input<typeof agreementsShapes.toConfirm>,
  | 'eventType'
  | 'businessNo'
  | 'draw'
  | 'deferral'
  | 'forbearance'
  | 'plan'
  | 'billConversion'
  | 'card'
> & {
  /** Identifies the draw in the query key; keys are text and cannot hold money. */
  readonly key?: string
  /** A partner bank funds the loan too. */
  readonly hasFund?: boolean
}

/** The agreements of an event, filled with the customer's data. */
export function agreementsToSign({ key = '', hasFund = false, ...wanted }: AgreementChoice) {
  return queryOptions({
    queryKey: ['agreements-to-sign', wanted.eventType, wanted.businessNo ?? '', key],
    queryFn: async ({ signal }) =>
      toConfirm(
        { ...wanted, prodSubNo: productNo(), channelCode: channelCode(), hasFund },
        { signal, quiet: true },
      ),
    // The signed text must be the shown text: never use a cached version.
    staleTime: 0,
    refetchOnMount: 'always',
  })
}

/** Agreements with a joint tick. */
export type SigningGroup = { readonly id: string; readonly agreements: readonly Agreement[] }

export type Signing = ReturnType<typeof useSigning>

const UNTICKED = '请先阅读并勾选同意'

/** The ticked agreements. Nothing is ticked in advance; a changed text removes its tick. */
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
    /** Validates the ticks and marks the missing ones. */
    check(): boolean {
      setFailures(missing.length > 0 ? failures + 1 : 0)
      return missing.length === 0 && groups.length > 0
    },
    /** The number of failed validations; each one scrolls to the missing tick. */
    failures,
    isComplete: missing.length === 0 && groups.length > 0,
    agreed: agreements.map(({ code, version }) => ({ code, version })),
    clear: () => setTicked(new Set()),
  }
}

/** The version is part of the group's key, so that a tick is never reused for another text. */
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
