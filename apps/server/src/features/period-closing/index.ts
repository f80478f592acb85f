export { closePeriod } from './close-period.ts'
