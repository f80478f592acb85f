import type { referenceShapes } from '@qingzhou/contract/reference'
import type { Output } from '@qingzhou/contract/shape'

export type Page = Output<(typeof referenceShapes)['staticPage']>
