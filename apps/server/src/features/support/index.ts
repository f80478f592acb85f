export { raiseLimit } from './limit-kinds.ts'
