export type { Audience, CampaignTerms } from './campaign-terms.ts'
export {
  createEntry,
  endEntry,
  type CampaignEntry,
  type EntryKind,
  type EntryName,
} from './campaign-entries.ts'
export {
  listCampaignsByKind,
  createCampaign,
  endCampaign,
  type CampaignOrder,
  type CampaignProgress,
  type ListedCampaign,
} from './create-campaign.ts'
export { endNotice, findNotice, listNotices, publishNotice } from './notice-store.ts'
export { campaignTasks } from './tasks.ts'
