import { useState } from 'react'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation.ts'
import { AskAuthorisation } from './ask-authorisation.tsx'
import { ConfirmVouchedPhone } from './confirm-vouched-phone.tsx'
import { OtherPhone } from './other-phone.tsx'
import { forgetWalletTicket, walletTicket } from './wallet-ticket.ts'

export default function RegisterInWalletScreen() {
  const [ticket, setTicket] = useState(walletTicket)
  const [wantsOther, setWantsOther] = useState(false)
  const isByCode = ticket?.codeNeeded === true || wantsOther

  function startAgain() {
    forgetWalletTicket()
    setTicket(undefined)
  }

  return (
    <Screen title={routes.onboarding.registerInWallet.title} onBack={back}>
      {!ticket && <AskAuthorisation />}
      {ticket && !isByCode && (
        <ConfirmVouchedPhone
          ticket={ticket}
          onOther={() => setWantsOther(true)}
          onLapsed={startAgain}
        />
      )}
      {ticket && isByCode && <OtherPhone ticket={ticket} onLapsed={startAgain} />}
    </Screen>
  )
}
