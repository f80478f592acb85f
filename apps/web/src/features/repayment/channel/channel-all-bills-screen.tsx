import { ChannelBillList } from './channel-bill-list.tsx'

export default function ChannelAllBillsScreen() {
  return <ChannelBillList which="all" />
}
