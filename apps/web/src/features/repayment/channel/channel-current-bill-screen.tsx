import { ChannelBillList } from './channel-bill-list.tsx'

export default function ChannelCurrentBillScreen() {
  return <ChannelBillList which="current" />
}
