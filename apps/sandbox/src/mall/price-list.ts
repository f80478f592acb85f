import { catalogue, type Offer } from './catalogue.ts'

export type PriceList = ReturnType<typeof createPriceList>

/** What is sold, at the prices of the moment; forgotten with the program, as a mood is. */
export function createPriceList() {
  const newPrices = new Map<string, string>()

  return {
    all: (): Offer[] =>
      catalogue.map((offer) => ({
        ...offer,
        priceFen: newPrices.get(offer.offerNo) ?? offer.priceFen,
      })),
    change: ({ offerNo, priceFen }: { offerNo: string; priceFen: string }) =>
      void newPrices.set(offerNo, priceFen),
    clear: () => newPrices.clear(),
  }
}
