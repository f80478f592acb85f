import { useState } from 'react'
import type { SignedOfList } from './queries.ts'

/** As many as go into one mail. */
const CHOSEN_MAX = 20

/** Which agreements are to be sent, in the order they were chosen in; kept over filters and pages. */
export function useChosenAgreements() {
  const [chosen, setChosen] = useState<readonly SignedOfList[]>([])

  function isChosen({ agreementNo }: SignedOfList): boolean {
    return chosen.some((one) => one.agreementNo === agreementNo)
  }

  function choose(agreements: readonly SignedOfList[], wanted: 'in' | 'out') {
    const others = chosen.filter((one) =>
      agreements.every(({ agreementNo }) => agreementNo !== one.agreementNo),
    )
    setChosen(wanted === 'in' ? [...others, ...agreements] : others)
  }

  return {
    chosen,
    isChosen,
    choose,
    clear: () => setChosen([]),
    unavailable: reason(chosen.length),
  }
}

function reason(count: number): { unavailable?: string } {
  if (count === 0) return { unavailable: '勾选要发送的协议' }
  return count > CHOSEN_MAX ? { unavailable: `一次最多发送 ${CHOSEN_MAX} 份` } : {}
}
