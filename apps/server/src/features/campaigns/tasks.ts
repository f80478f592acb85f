import { customerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import { announceCampaign, announceInvitations } from './announce-campaign.ts'

export function campaignTasks(
  services: Pick<
    Services,
    'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'publicOrigin' | 'today'
  >,
): TaskHandlers<'announce-campaign' | 'announce-invitations'> {
  return {
    'announce-campaign': ({ customer, campaignNo }) =>
      announceCampaign(services, { customer: customerNo(customer), campaignNo }),
    'announce-invitations': ({ campaignNo }) => announceInvitations(services, { campaignNo }),
  }
}
