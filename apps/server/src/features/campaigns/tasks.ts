import { customerNo } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { TaskHandlers } from '#platform/tasks/task-kinds.ts'
import { announceCampaign, announceInvitations } from './announce-campaign.ts'

export function campaignTasks(
  services: Services,
): TaskHandlers<'announce-campaign' | 'announce-invitations'> {
  return {
    'announce-campaign': ({ customer, campaignNo }) =>
      announceCampaign(services, { customer: customerNo(customer), campaignNo }),
    'announce-invitations': ({ campaignNo }) => announceInvitations(services, { campaignNo }),
  }
}
