import type { BasicInfo, CompanyInfo } from '@qingzhou/contract/profile'

/** What a made-up person with a steady life writes into the forms. */
export const basicInfo: BasicInfo = {
  marriage: '02',
  education: '05',
  district: '330106',
  address: '文三路 900 号 2 幢 601 室',
  email: 'boat@example.com',
  contacts: [
    { name: '苏晚', relation: '02', mobile: '13900009901' },
    { name: '林照', relation: '06', mobile: '13900009902' },
  ],
}

export const companyInfo: CompanyInfo = {
  companyName: '云舟市远帆软件有限公司',
  industry: '09',
  position: '04',
  income: '05',
  district: '330106',
  address: '教工路 18 号',
  phone: '0571-88001234',
}
