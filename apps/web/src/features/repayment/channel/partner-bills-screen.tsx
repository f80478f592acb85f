import { ChannelBillList } from './channel-bill-list.tsx'

export default function PartnerBillsScreen() {
  return <ChannelBillList which="partner" />
}
