import type { Services } from '#platform/services.ts'
import type { TaskHandlers } from '#platform/tasks/task-kinds.ts'
import { forgetImports } from './import/forget-imports.ts'
import { importNames } from './import/import-names.ts'

export function nameTasks(services: Services): TaskHandlers<'import-names' | 'forget-imports'> {
  return {
    'import-names': ({ importNo }) => importNames(services, importNo),
    'forget-imports': () => forgetImports(services),
  }
}
