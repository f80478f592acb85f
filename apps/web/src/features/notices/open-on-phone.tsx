import { QrCode } from '#shared/qr-code.tsx'

/** For somebody at a computer: the start of the app, to be opened on the phone beside it. */
export function OpenOnPhone() {
  const address = `${window.location.origin}/`

  return (
    <section className="card">
      <div className="row row-centre">
        <QrCode text={address} label="轻舟的二维码" />
      </div>
      <p className="small ink-2 centre">用手机扫码打开，或在手机浏览器输入</p>
      <p className="strong centre tabular">{address}</p>
    </section>
  )
}
