import { ButtonLink } from '@qingzhou/ui/button'
import { DownloadIcon } from '@qingzhou/ui/icons'
import { phoneSystem } from '#platform/browser.ts'
import type { PageContent } from '#shared/static-page-query.ts'
import { QrCode } from '#shared/qr-code.tsx'

type Download = NonNullable<PageContent['download']>

const names = { ios: '下载 iPhone 版', android: '下载安卓版' } as const

/** The button of this phone's system; both, where the system is not known. */
export function DownloadButtons({ download }: { download: Download }) {
  const system = phoneSystem()
  const systems = system === 'other' ? (['ios', 'android'] as const) : ([system] as const)

  return (
    <div className="stack stack-3">
      {systems.map((one, index) => (
        <ButtonLink
          key={one}
          href={download[one]}
          kind={index === 0 ? 'primary' : 'quiet'}
          icon={<DownloadIcon size={20} />}
        >
          {names[one]}
        </ButtonLink>
      ))}
      <p className="caption ink-3 centre">请从本页或应用市场下载，勿装他人发来的文件</p>
      <div className="download-scan">
        <QrCode text={window.location.href} label="用手机扫码打开本页" />
        <p className="small ink-2">用手机扫码打开本页</p>
      </div>
    </div>
  )
}
