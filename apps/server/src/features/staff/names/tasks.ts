import type { Services } from '#platform/services.ts'
import type { TaskHandlers } from '#platform/tasks/task-kinds.ts'
import { deleteOldImports } from './import/handle-import.ts'
import { importNames } from './import/import-names.ts'

export function rosterTasks(services: Services): TaskHandlers<'import-names' | 'forget-imports'> {
  return {
    'import-names': ({ importNo }) => importNames(services, importNo),
    'forget-imports': () => deleteOldImports(services),
  }
}
