import { ChannelBillList } from './channel-bill-list.tsx'

export default function ChannelBillsScreen() {
  return <ChannelBillList which="channel" />
}
