const LONGEST_EDGE = 640
const QUALITY = 0.85
/** What the server takes; a grainy picture of a dark room may weigh more at first. */
const BASE64_MAX = 280_000

/** The moment the camera shows, kept in memory only. */
export function snapshot(video: HTMLVideoElement, canvas: HTMLCanvasElement): HTMLCanvasElement {
  const { videoWidth: width, videoHeight: height } = video
  const scale = Math.min(1, LONGEST_EDGE / Math.max(width, height, 1))
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** A JPEG, as calls carry it. The picture is not mirrored: left stays the person's left. */
export function jpegOf(canvas: HTMLCanvasElement, quality = QUALITY): string {
  const url = canvas.toDataURL('image/jpeg', quality)
  const base64 = url.slice(url.indexOf(',') + 1)
  return base64.length > BASE64_MAX && quality > 0.3 ? jpegOf(canvas, quality - 0.2) : base64
}
