import '../styles/photos.css';
import '../styles/review.css';

/** All that is needed from the first photo on, or where something goes wrong, in one part: the camera does not wait for it. */
export { openPhotos } from '../photos/open-photos.ts';
export { Overview } from '../screens/overview.tsx';
export { Problem } from '../screens/problem.tsx';
export { Review } from '../screens/review.tsx';
