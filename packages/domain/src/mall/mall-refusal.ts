export type MallRefusal =
  | { kind: 'mall-offer-unknown' }
  | { kind: 'mall-order-unknown' }
  | { kind: 'mall-order-not-returnable' }
  | { kind: 'loan-without-goods' }
