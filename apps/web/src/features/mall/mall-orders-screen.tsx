import { useInfiniteQuery } from '@tanstack/react-query'
import { ButtonLink } from '@qingzhou/ui/button'
import { Empty } from '@qingzhou/ui/empty'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { addressOf, backOr } from '#platform/navigation.ts'
import { Paged } from '#shared/paged.tsx'
import { OrderCard } from './order-card.tsx'
import { ordersQuery } from './queries.ts'

/** What was bought, newest first, and how its instalments stand. */
export default function MallOrdersScreen() {
  const orders = useInfiniteQuery(ordersQuery)
  return (
    <Screen title={routes.mall.mallOrders.title} onBack={() => backOr(routes.mall.mall)}>
      <Paged query={orders} itemsOf={(page) => page.orders} empty={<NothingBought />}>
        {(all) => all.map((order) => <OrderCard key={order.orderNo} order={order} />)}
      </Paged>
    </Screen>
  )
}

function NothingBought() {
  return (
    <Empty
      title="还没有订单"
      action={
        <ButtonLink href={`#${addressOf(routes.mall.mall)}`} kind="quiet" fit>
          去商城看看
        </ButtonLink>
      }
    >
      分期购买的商品会列在这里
    </Empty>
  )
}
