import { useQueryClient } from '@tanstack/react-query'
import { toast } from '@qingzhou/ui/overlays'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation/navigation.ts'
import { BindCard } from '#shared/bind-card/bind-card.tsx'
import { boundCardsQuery } from '#shared/payments/cards-queries.ts'

/** Binds a further card and returns to the previous page. */
export default function BindCardScreen() {
  const client = useQueryClient()

  return (
    <BindCard
      title={routes.cards.bindCard.title}
      draft="bind-card"
      onBack={back}
      onBound={({ bankName, lastFour }) => {
        void client.invalidateQueries({ queryKey: boundCardsQuery().queryKey })
        toast(`已添加${bankName}（${lastFour}）`, { survivesNavigation: true })
        back()
      }}
    />
  )
}
