import '../styles/photos.css';

/** All that is needed from the first photo on, in one part: the camera does not wait for it. */
export { createPhotoQueue } from '../photos/photo-queue.ts';
export { Overview } from '../screens/overview.tsx';
export { Review } from '../screens/review.tsx';
export { createSubmission } from '../submission.ts';
