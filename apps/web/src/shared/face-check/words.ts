import type { Shot } from './challenge.ts'
import type { Guidance } from './signs.ts'

/** What the person is asked to do for each picture. Left and right are theirs, as in a mirror. */
export const askFor: Readonly<Record<Shot, string>> = {
  front: '请正对镜头，保持不动',
  blink: '请闭上眼睛，稍停再睁开',
  turnLeft: '请慢慢向左转头',
  turnRight: '请慢慢向右转头',
  openMouth: '请张大嘴巴',
}

export const guide: Readonly<Record<Guidance, string>> = {
  noFace: '请把脸放进框里',
  manyFaces: '请只保留您一人在画面中',
  tooDark: '光线太暗，请到明亮处',
  tooFar: '请靠近一点',
  tooNear: '请离远一点',
  offCentre: '请把脸移到框中间',
}

export const BACK_TO_FRONT = '请回到正面'
