export { deskRoutes, type DeskRoute } from './routes.ts'
