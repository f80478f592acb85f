import type { ProviderName } from '@qingzhou/provider-api/calls'

type Provider = { readonly name: ProviderName; readonly label: string; readonly note: string }
type Group = { readonly title: string; readonly providers: readonly Provider[] }

/** The outside services, by what one is doing when one meets them. */
export const providerGroups: readonly Group[] = [
  {
    title: '登录与消息',
    providers: [
      { name: 'sms', label: '短信', note: '验证码、通知' },
      { name: 'mail', label: '邮件', note: '通知' },
      { name: 'wallet', label: '支付应用', note: '授权、人脸' },
      { name: 'messenger', label: '消息应用', note: '授权、小程序' },
    ],
  },
  {
    title: '申请额度',
    providers: [
      { name: 'ocr', label: '证件识别', note: '身份证照片' },
      { name: 'idCheck', label: '身份核验', note: '姓名与证件号' },
      { name: 'face', label: '人脸比对', note: '本人操作' },
      { name: 'bureau', label: '征信', note: '信用报告' },
      { name: 'deviceFirst', label: '设备指纹一', note: '标识、风险' },
      { name: 'deviceSecond', label: '设备指纹二', note: '标识、风险' },
      { name: 'ip', label: 'IP 归属', note: '地区与代理' },
    ],
  },
  {
    title: '绑卡与放款',
    providers: [{ name: 'bank', label: '银行', note: '绑卡、付款、扣款' }],
  },
  {
    title: '购物',
    providers: [{ name: 'mall', label: '商城', note: '下单、退货' }],
  },
]

export const providers = providerGroups.flatMap((group) => group.providers)
