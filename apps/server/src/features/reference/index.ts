export { districtName } from './areas.ts'
export {
  downloadPageNames,
  endDownloadCampaign,
  listDownloadCampaigns,
  saveDownloadCampaign,
  type DownloadCampaign,
} from './download-store.ts'
export { choices, choicesOf, codeOfChoice, isChoice, type ChoiceKind } from './choices.ts'
export { referenceHandlers } from './handlers.ts'
export { pageTitle, pageVersion } from './page.ts'
