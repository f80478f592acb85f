import type { FaceFailure } from '@qingzhou/contract/identity'

/** What went wrong, and what to do differently the next time. */
export const failureWords: Readonly<
  Record<FaceFailure, { readonly title: string; readonly sentence: string }>
> = {
  noMatch: {
    title: '与身份证照片不一致',
    sentence: '请由本人正对镜头，在光线均匀处再试；近期容貌变化较大也可能影响结果',
  },
  noFace: { title: '没有拍到清晰的人脸', sentence: '请露出整张脸，正对镜头再试一次' },
  manyFaces: { title: '画面中不止一人', sentence: '请到旁边没有他人的地方再试一次' },
  actionMissed: { title: '动作没有完成', sentence: '请按提示做动作，动作幅度大一点、慢一点' },
  tooDark: { title: '光线太暗', sentence: '请到明亮的地方，避免背光，再试一次' },
  cancelled: { title: '核验未完成', sentence: '您中途取消了核验，这次不计入次数' },
  expired: { title: '核验已超时', sentence: '超过了有效时间，这次不计入次数，请重新开始' },
  unavailable: { title: '核验服务繁忙', sentence: '这次不计入次数，请稍后再试' },
}
