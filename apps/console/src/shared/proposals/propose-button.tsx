import { useState } from 'react'
import { useLocation } from 'wouter'
import { proposalMessages } from '#shared/catalogue/proposals.ts'
import { useMessages } from '#platform/catalogue.ts'
import { useKeys } from '#platform/keys.ts'
import { useMay } from '#platform/member.ts'
import { ActDrawer } from './act-drawer.tsx'

/** The main act of a customer or a loan: opens the drawer, also by `e`. */
export function ProposeButton({
  customer,
  loanNo,
}: {
  readonly customer: string
  readonly loanNo?: string
}) {
  const messages = useMessages(proposalMessages)
  const [isOpen, setOpen] = useState(false)
  const [, go] = useLocation()
  const mayPropose = useMay('proposals:make')
  useKeys({ e: () => mayPropose && setOpen(true) })
  if (!mayPropose) return null
  return (
    <>
      <button type="button" className="act act-main push" onClick={() => setOpen(true)}>
        {messages.propose} <kbd className="kbd">e</kbd>
      </button>
      {isOpen && (
        <ActDrawer
          start={{ customer, ...(loanNo !== undefined && { loanNo }) }}
          onClose={() => setOpen(false)}
          onDone={(proposalNo) => {
            setOpen(false)
            if (proposalNo !== undefined) go(`/inbox/${proposalNo}?show=mine`)
          }}
        />
      )}
    </>
  )
}
