import { Button } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { OfflineDrawing } from '@qingzhou/ui/graphics'
import { Result } from '@qingzhou/ui/feedback'
import { toast } from '@qingzhou/ui/overlays'
import { routes } from '#app/routes.ts'
import { addressOf, back } from '#platform/navigation/navigation.ts'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { mayHaveCamera } from '#shared/face-check/camera.ts'
import { continuationLinks } from '#shared/face-check/other-phone.ts'
import { QrCode } from '#shared/pages/qr-code.tsx'
import './face-unsupported-screen.css'

/** Continuing on another phone: the data is on the server, so only a sign-in is needed. */
export default function FaceUnsupportedScreen() {
  const { signIn, goOn } = continuationLinks()
  const address = `${window.location.origin}/#${signIn}`

  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      toast('链接已复制')
    } catch {
      // An in-app browser may forbid it; the address is shown for manual copying.
      toast('未能自动复制，请长按链接复制')
    }
  }

  return (
    <Screen
      title={routes.identity.faceUnsupported.title}
      onBack={back}
      footer={
        <>
          <Button onPress={copy}>复制链接</Button>
          <Button kind="quiet" onPress={goOn}>
            已在别处完成，刷新进度
          </Button>
        </>
      }
    >
      <Result
        drawing={<OfflineDrawing />}
        title={mayHaveCamera() ? '换一种方式继续' : '当前无法使用摄像头'}
        sentence="换一部手机扫码，或在手机自带的浏览器中打开链接，用同一手机号登录即可继续"
      />
      <Card>
        <div className="row row-centre">
          <QrCode text={address} label="继续办理的二维码" />
        </div>
        <p className="small ink-2 centre resume-link">{address}</p>
      </Card>
      <p className="small ink-2 centre balance">您已填写的资料都已保存，无需重新填写</p>
      <p className="small centre">
        <a href={`#${addressOf(routes.downloads.downloadAfterFailure)}`}>也可以下载应用继续</a>
      </p>
      <ServiceContact />
    </Screen>
  )
}
