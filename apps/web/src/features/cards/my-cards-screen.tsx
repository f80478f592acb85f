import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BoundCard } from '@qingzhou/contract/features/cards'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Chip, Empty, SkeletonCards, SkeletonLines } from '@qingzhou/ui/feedback'
import { Button, ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen } from '@qingzhou/ui/layout'
import { Confirm, toast } from '@qingzhou/ui/overlays'
import { routes } from '#app/routes.ts'
import { ignoreRefusal } from '#platform/api/api-error.ts'
import { addressOf, addressWithQuery, back } from '#platform/navigation/navigation.ts'
import { HelpButton } from '#shared/pages/service/customer-service.tsx'
import { formatTime } from '#shared/pages/figures.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { BankMark } from '#shared/payments/pay-methods.tsx'
import { isLastinglyRefused, refusedDebitText } from '#shared/payments/refused-debit.tsx'
import { WalletAgreementCard } from './wallet-agreement-card.tsx'
import {
  boundCardsQuery,
  cards,
  debitAgreementQuery,
  signingLink,
} from '#shared/payments/cards-queries.ts'

/** The bound cards, their limits, and whether each pays without an SMS code. */
export default function MyCardsScreen() {
  const bound = useQuery(boundCardsQuery())
  const [ending, setEnding] = useState<BoundCard>()

  return (
    <Screen title={routes.cards.myCards.title} onBack={back} trailing={<HelpButton />}>
      <QueryState query={bound} skeleton={<SkeletonCards count={2} />} errorTitle="银行卡查询失败">
        {(all) => (
          <div className="stack stack-3">
            {all.length === 0 ? <NoCards /> : <Cards all={all} onEnd={setEnding} />}
            <WalletAgreementCard />
          </div>
        )}
      </QueryState>
      <EndAgreement card={ending} onClose={() => setEnding(undefined)} />
    </Screen>
  )
}

const toBinding = `#${addressOf(routes.cards.bindCard)}`

function NoCards() {
  return (
    <Empty
      title="还没有绑定银行卡"
      action={
        <ButtonLink href={toBinding} kind="quiet" fit>
          添加储蓄卡
        </ButtonLink>
      }
    >
      绑定后可用于收款和还款
    </Empty>
  )
}

function Cards({ all, onEnd }: { all: readonly BoundCard[]; onEnd: (card: BoundCard) => void }) {
  return (
    <div className="stack stack-3">
      {all.map((card, index) => (
        <CardDetail
          key={card.cardId}
          card={card}
          isDefault={index === 0}
          onEnd={() => onEnd(card)}
        />
      ))}
      <ButtonLink href={toBinding} kind="quiet">
        添加储蓄卡
      </ButtonLink>
      <p className="caption ink-3">
        借款和还款时优先使用默认卡；每笔借款到期仍从借款时选择的卡自动扣款。限额由银行规定，超过限额的还款请换一张卡或分次还款。
      </p>
    </div>
  )
}

interface CardDetailProps {
  card: BoundCard
  isDefault: boolean
  onEnd: () => void
}

function CardDetail({ card, isDefault, onEnd }: CardDetailProps) {
  const agreement = useQuery(debitAgreementQuery(card.cardId))
  return (
    <Card
      title={
        <span className="row">
          <BankMark bankCode={card.bankCode} bankName={card.bankName} />
          {`${card.bankName}（${card.lastFour}）`}
        </span>
      }
      trailing={
        <span className="row row-wrap">
          {isDefault && <Chip tone="fine">默认卡</Chip>}
          {card.refusedDebit && <Chip tone="overdue">扣款未成功</Chip>}
          {agreement.data?.isSigned && <Chip tone="fine">免验证码还款</Chip>}
        </span>
      }
    >
      <RefusedDebit card={card} />
      <Pairs
        pairs={[
          { label: '单笔限额', value: `${displayYuan(card.singleLimit)} 元` },
          { label: '单日限额', value: `${displayYuan(card.dayLimit)} 元` },
        ]}
      />
      <QueryState
        query={agreement}
        skeleton={<SkeletonLines count={1} />}
        errorTitle="免验证码还款状态查询失败"
      >
        {({ isSigned, signedAt, agreementNo }) =>
          isSigned ? (
            <>
              {signedAt !== undefined && (
                <p className="small ink-2">{formatTime(signedAt)} 开通，还款时无需验证码</p>
              )}
              <div className="row row-wrap">
                {agreementNo !== undefined && (
                  <ButtonLink kind="text" fit href={toAgreement(agreementNo)}>
                    查看授权书
                  </ButtonLink>
                )}
                <Button kind="text" fit opensDialog onPress={onEnd}>
                  解除免验证码还款
                </Button>
              </div>
            </>
          ) : (
            <ButtonLink kind="text" fit href={signingLink(card.cardId)}>
              开通免验证码还款
            </ButtonLink>
          )
        }
      </QueryState>
      {!isDefault && <ChooseDefault card={card} />}
    </Card>
  )
}

/** Why the last debit was declined, and what to do. */
function RefusedDebit({ card }: { card: BoundCard }) {
  const text = refusedDebitText(card)
  if (text === undefined) return null
  return (
    <p className="small is-overdue">
      {text}
      {isLastinglyRefused(card) && '银行恢复使用后，请重新绑定这张卡。'}
    </p>
  )
}

function ChooseDefault({ card: { cardId, bankName, lastFour } }: { card: BoundCard }) {
  const client = useQueryClient()

  async function choose() {
    try {
      const chosen = await cards.chooseDefault({ cardId })
      client.setQueryData(boundCardsQuery().queryKey, chosen.cards)
      // Draws and payments offer the default card first.
      await client.invalidateQueries()
      toast(`${bankName}（${lastFour}）已设为默认卡`)
    } catch (error) {
      ignoreRefusal(error)
    }
  }

  return (
    <Button kind="quiet" onPress={choose}>
      设为默认卡
    </Button>
  )
}

function toAgreement(agreementNo: string): string {
  return `#${addressWithQuery(routes.agreements.signedAgreement.path, { agreementNo })}`
}

function EndAgreement({ card, onClose }: { card: BoundCard | undefined; onClose: () => void }) {
  const client = useQueryClient()
  const name = card ? `${card.bankName}（${card.lastFour}）` : ''

  async function end() {
    if (!card) return
    try {
      await cards.endDebitAgreement({ cardId: card.cardId })
      toast('已解除免验证码还款')
    } catch (error) {
      ignoreRefusal(error)
    }
    await client.invalidateQueries(debitAgreementQuery(card.cardId))
  }

  return (
    <Confirm
      open={card !== undefined}
      onClose={onClose}
      title={`解除${name}的免验证码还款`}
      confirmLabel="确认解除"
      cancelLabel="暂不解除"
      onConfirm={end}
      refuses
    >
      <p className="ink-2">
        解除后立即生效，我们会通知银行。之后用这张卡还款须输入短信验证码；银行正在处理的还款会继续完成，还款日的自动扣款不受影响。
      </p>
    </Confirm>
  )
}
