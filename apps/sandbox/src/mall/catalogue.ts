import type { providerCalls } from '@qingzhou/provider-api/calls'
import type * as z from 'zod'

export type Offer = z.input<typeof providerCalls.mall.offers.response>['offers'][number]

/** The mall's offers. The brands are fictional. */
const catalogue: readonly Offer[] = [
  {
    offerNo: 'phone-256',
    name: '远帆 Mini 手机',
    detail: '6.1 英寸屏幕，256 GB，晨雾灰',
    picture: 'phone',
    priceFen: '399900',
  },
  {
    offerNo: 'laptop-14',
    name: '白鹭 14 轻薄笔记本',
    detail: '16 GB 内存，1 TB 硬盘，重 1.2 公斤',
    picture: 'laptop',
    priceFen: '699900',
  },
  {
    offerNo: 'bicycle-city',
    name: '青石通勤自行车',
    detail: '8 速变速，铝合金车架，带挡泥板和车灯',
    picture: 'bicycle',
    priceFen: '159900',
  },
  {
    offerNo: 'washer-10',
    name: '溪声滚筒洗衣机',
    detail: '10 公斤，变频静音，一级能效',
    picture: 'washer',
    priceFen: '249900',
  },
  {
    offerNo: 'fridge-520',
    name: '北山对开门冰箱',
    detail: '520 升，风冷无霜，一级能效',
    picture: 'fridge',
    priceFen: '459900',
  },
  {
    offerNo: 'sofa-3',
    name: '云岭三人沙发',
    detail: '宽 2.2 米，棉麻面料，外套可拆洗',
    picture: 'sofa',
    priceFen: '1299900',
  },
  {
    offerNo: 'phone-basic',
    name: '远帆长待机手机',
    detail: '大字体大音量，64 GB，待机 7 天',
    picture: 'phone',
    priceFen: '59900',
  },
]

export type PriceList = ReturnType<typeof createPriceList>

/** The offers with their current prices. Changed prices are not stored. */
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
