export { choicesOf } from './choices.ts'
export { districtName } from './areas.ts'
export {
  downloadPageNames,
  endDownloadCampaign,
  listDownloadCampaigns,
  saveDownloadCampaign,
  type DownloadCampaign,
} from './download-store.ts'
export { isChoice } from './choices.ts'
export { referenceHandlers } from './handlers.ts'
export { pageTitle, pageVersion } from './page.ts'
