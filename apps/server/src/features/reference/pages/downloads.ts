import type { Page } from '#features/reference/page.ts'
import { headingBlock, paragraph, points } from '@qingzhou/platform/documents/document'
import { facts } from './facts.ts'

/** The campaign pages. Where they download from is configured by campaign. */
export const downloadPages: readonly Page[] = [
  {
    name: 'download1',
    title: `下载${facts.product}`,
    summary: '随身的借款账本，息费明细清清楚楚。',
    updatedOn: '2026-11-01',
    blocks: [
      points(
        `额度最高 ${facts.limitMax} 元，按需取用`,
        `年化利率（单利）${facts.rateMin} 至 ${facts.rateMax}`,
        '随借随还，提前还清没有违约金',
      ),
      paragraph('额度与利率以审批结果为准。请按需借款，量力而行。'),
    ],
  },
  {
    name: 'download2',
    title: '还款，打开即可办理',
    summary: '自动扣款、主动还款、账单随时查。',
    updatedOn: '2026-11-01',
    blocks: [
      headingBlock(`在${facts.product}里可以`),
      points(
        '还款日自动扣款，没有扣成会短信通知您',
        '查看每一期的本金和利息',
        '提前还款，可先试算节省的利息',
        '自助开具结清证明',
      ),
    ],
  },
  {
    name: 'download3',
    title: '三步申请额度',
    summary: '备好身份证和储蓄卡，几分钟即可完成。',
    updatedOn: '2026-11-01',
    blocks: [
      points('拍摄身份证，核验本人', '添加本人储蓄卡', '填写基本信息，提交申请'),
      paragraph('申请全程免费。凡要求先付款的，都是诈骗。'),
    ],
  },
  {
    name: 'download4',
    title: '员工专享',
    summary: '面向合作单位员工，凭名单申请，借款后提交用途凭证。',
    updatedOn: '2026-11-01',
    blocks: [
      points('单位提交名单后即可申请', '借款后 30 天内上传用途凭证', '凭证审核进度随时可查'),
      paragraph(`如有疑问，请致电 ${facts.servicePhone}。`),
    ],
  },
  {
    name: 'download5th',
    title: `${facts.product}五周年`,
    summary: '五年同行，谢谢您的信任。',
    updatedOn: '2026-11-01',
    blocks: [
      paragraph(
        '五年来，我们始终坚持：息费透明，明白借款。周年期间，符合条件的客户可在借款页看到可用的优惠券。',
      ),
      points('优惠券直接抵扣利息，每笔借款限用一张', '是否可用、能省多少，试算页如实显示'),
    ],
  },
  {
    name: 'verify-failed',
    title: '请在应用中继续',
    summary: `当前页面无法完成核验，下载${facts.product}后可以接着办理。`,
    updatedOn: '2026-11-01',
    blocks: [
      paragraph('您填写的内容已经保存。用同一个手机号登录，就能从这一步继续。'),
      points('请允许使用相机，并在光线充足的地方操作', `多次不成功，请致电 ${facts.servicePhone}`),
    ],
  },
]
