export { messagesHandlers } from './handlers.ts'
export { acceptsCampaigns } from './message-store.ts'
export { outboxTasks } from './outbox-tasks.ts'
