// What pages do once somebody needs it, without React.

import "./lightbox";
import "./now";
import "./offline";
import "./narrow";
import "./past";
import "./today";
