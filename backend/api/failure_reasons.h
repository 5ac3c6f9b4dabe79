// The one home of what can go wrong: each reason's id, what happened (and where), and what to do next.
//
// The backend fills the English texts into FailureDetail; the console translates the same texts (context "Failure")
// and fills in the same arguments. "{name}" is replaced by the argument of that name. Ids are never reused.
#pragma once

#include <string_view>

#ifndef QT_TRANSLATE_NOOP
#define QT_TRANSLATE_NOOP(context, text) text
#endif

namespace firstlight {

struct FailureReason {
    std::string_view id;
    const char* what;
    const char* nextStep;
};

namespace reasons {

// Checkpoint files
inline constexpr FailureReason kPathMissing{
    "PATH_MISSING", QT_TRANSLATE_NOOP("Failure", "{path} does not exist or cannot be read: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "Check the path and its permissions.")};
inline constexpr FailureReason kFileInvalid{"FILE_INVALID",
                                            QT_TRANSLATE_NOOP("Failure", "{file} is not valid: {detail}."),
                                            QT_TRANSLATE_NOOP("Failure", "Download or convert this file again.")};
inline constexpr FailureReason kShardMissing{
    "SHARD_MISSING", QT_TRANSLATE_NOOP("Failure", "Missing in {path}: {file}."),
    QT_TRANSLATE_NOOP("Failure", "Download {file} into the checkpoint folder and open it again.")};
inline constexpr FailureReason kShardTruncated{
    "SHARD_TRUNCATED",
    QT_TRANSLATE_NOOP("Failure",
                      "{file} is cut off: its header promises {expected_bytes} bytes, it has {found_bytes}."),
    QT_TRANSLATE_NOOP("Failure", "Download {file} again; the copy stopped early.")};
inline constexpr FailureReason kShardChanged{
    "SHARD_CHANGED", QT_TRANSLATE_NOOP("Failure", "{file} changed while it was being read."),
    QT_TRANSLATE_NOOP("Failure", "Wait until nothing writes to the checkpoint folder, then start again.")};
inline constexpr FailureReason kNoWeights{
    "NO_WEIGHTS", QT_TRANSLATE_NOOP("Failure", "{path} has no weights that can be read: {detail}."),
    QT_TRANSLATE_NOOP(
        "Failure",
        "Choose the folder that holds the weights (*.safetensors, *.gguf, *.bin, *.pth, *.distcp), one of its "
        "files, or a config.json alone.")};
inline constexpr FailureReason kChoiceNeeded{"CHOICE_NEEDED",
                                             QT_TRANSLATE_NOOP("Failure", "{path} holds {count} models: {files}."),
                                             QT_TRANSLATE_NOOP("Failure", "Open the file of one of them.")};
inline constexpr FailureReason kFileRefused{
    "FILE_REFUSED", QT_TRANSLATE_NOOP("Failure", "{file} is refused: {detail}."),
    QT_TRANSLATE_NOOP("Failure",
                      "Take the weights as safetensors, or save them again as a plain dictionary of tensors.")};
inline constexpr FailureReason kFilePartlyUsed{
    "FILE_PARTLY_USED", QT_TRANSLATE_NOOP("Failure", "{file} is read in part: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "Save the model alone if something else of it was meant.")};
inline constexpr FailureReason kTensorLayout{
    "TENSOR_LAYOUT", QT_TRANSLATE_NOOP("Failure", "Tensors of {file} cannot be loaded as they are stored: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "Convert the checkpoint to safetensors.")};
inline constexpr FailureReason kIndexMismatch{
    "INDEX_MISMATCH", QT_TRANSLATE_NOOP("Failure", "{file} and the shards do not agree: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "Take the index file and all shards from one download.")};
inline constexpr FailureReason kTensorDuplicate{
    "TENSOR_DUPLICATE", QT_TRANSLATE_NOOP("Failure", "{tensor} is in {first_file} and again in {second_file}."),
    QT_TRANSLATE_NOOP("Failure", "Remove the file that does not belong to this checkpoint.")};
inline constexpr FailureReason kFileUnused{
    "FILE_UNUSED", QT_TRANSLATE_NOOP("Failure", "{file} is in the folder and not part of this checkpoint."),
    QT_TRANSLATE_NOOP(
        "Failure",
        "It is left out, which is right unless its tensors were meant; then take the index that belongs to it.")};
inline constexpr FailureReason kFileSuspect{
    "FILE_SUSPECT", QT_TRANSLATE_NOOP("Failure", "{file} looks damaged: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "Compare its checksum with the source, or download it again.")};
inline constexpr FailureReason kDownloadUnfinished{
    "DOWNLOAD_UNFINISHED", QT_TRANSLATE_NOOP("Failure", "The download of {file} has not ended: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "Let the program that downloads it go on where it stopped (hf download, aria2c -c, "
                                 "wget -c), then open the folder again.")};
inline constexpr FailureReason kConfigInvalid{
    "CONFIG_INVALID", QT_TRANSLATE_NOOP("Failure", "{file} cannot be used: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "Take {file} from the source of the model again.")};
inline constexpr FailureReason kDescriptorInvalid{
    "DESCRIPTOR_INVALID",
    QT_TRANSLATE_NOOP("Failure", "The family description {file} is not valid at {where}: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "{fix}.")};
inline constexpr FailureReason kTensorMissing{
    "TENSOR_MISSING", QT_TRANSLATE_NOOP("Failure", "{count} expected tensors are missing, the first is {tensor}."),
    QT_TRANSLATE_NOOP("Failure", "Compare the checkpoint with its source; a shard or a conversion step is missing.")};
inline constexpr FailureReason kTensorMismatch{
    "TENSOR_MISMATCH", QT_TRANSLATE_NOOP("Failure", "{tensor} is {found}, the configuration asks for {expected}."),
    QT_TRANSLATE_NOOP("Failure",
                      "config.json and the weights are of different models or versions; take both from one source.")};
inline constexpr FailureReason kTensorUnused{
    "TENSOR_UNUSED",
    QT_TRANSLATE_NOOP("Failure", "{count} tensors are not explained by the family {family}, the first is {tensor}."),
    QT_TRANSLATE_NOOP("Failure", "They are not loaded; check whether this is a newer version of the model.")};
inline constexpr FailureReason kTensorAmbiguous{
    "TENSOR_AMBIGUOUS",
    QT_TRANSLATE_NOOP("Failure",
                      "{count} stacked expert tensors can be read in two ways, the first is {tensor}: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "If answers are nonsense, convert the checkpoint with the reference implementation.")};
inline constexpr FailureReason kFileAbsent{
    "FILE_ABSENT", QT_TRANSLATE_NOOP("Failure", "{file} is not in the folder: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "Download {file} from the source of the model.")};
inline constexpr FailureReason kTemplateAbsent{
    "TEMPLATE_ABSENT",
    QT_TRANSLATE_NOOP("Failure", "There is no chat template: the model is given plain text to go on with."),
    QT_TRANSLATE_NOOP("Failure", "That is right for a base model. If this one is to chat, get its chat template (for a "
                                 "folder chat_template.jinja) from the source of the model.")};
inline constexpr FailureReason kMetadataAbsent{
    "METADATA_ABSENT", QT_TRANSLATE_NOOP("Failure", "The metadata of {file} has no usable {key}: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "Convert the model again with a current converter, or take another file of it.")};
inline constexpr FailureReason kTokenizerMismatch{
    "TOKENIZER_MISMATCH",
    QT_TRANSLATE_NOOP("Failure", "The tokenizer and the model do not seem to belong together: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "Take the tokenizer's files from the same download as the weights.")};
inline constexpr FailureReason kDTypeDiffers{
    "DTYPE_DIFFERS", QT_TRANSLATE_NOOP("Failure", "{file} says {expected}, but most weights are stored as {found}."),
    QT_TRANSLATE_NOOP("Failure",
                      "Weights are used as they are stored; check that this is the version that was meant.")};
inline constexpr FailureReason kHeadNotTied{
    "HEAD_NOT_TIED",
    QT_TRANSLATE_NOOP("Failure",
                      "{file} says that the head is tied to the embedding, but {tensor} differs from {other}."),
    QT_TRANSLATE_NOOP("Failure",
                      "The head of the files is used; some engines would use the embedding and answer otherwise. "
                      "Correct tie_word_embeddings.")};
inline constexpr FailureReason kModelUnsupported{
    "MODEL_UNSUPPORTED", QT_TRANSLATE_NOOP("Failure", "This model cannot be run yet: {detail}."),
    QT_TRANSLATE_NOOP(
        "Failure",
        "See the table of operators (page Model, tab Coverage, or firstlightctl inspect) for what is missing.")};
inline constexpr FailureReason kFamilyUnknown{
    "FAMILY_UNKNOWN", QT_TRANSLATE_NOOP("Failure", "This model cannot be run yet: {detail}."),
    QT_TRANSLATE_NOOP("Failure",
                      "The report compares it with the nearest families. A file in {directory} that describes it is "
                      "enough where no operator is missing (resources/families/README.md).")};
inline constexpr FailureReason kOwnFamily{
    "OWN_FAMILY", QT_TRANSLATE_NOOP("Failure", "The checkpoint is compared with a description of your own, {file}."),
    QT_TRANSLATE_NOOP("Failure",
                      "Where tensors seem to be missing, new or of another shape, look for the mistake there first.")};
inline constexpr FailureReason kFamilyIncomplete{
    "FAMILY_INCOMPLETE",
    QT_TRANSLATE_NOOP("Failure", "The description of the family {family} does not suit the engine: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "Correct the description; resources/families/README.md lists roles and shapes.")};
inline constexpr FailureReason kSettingsUnread{
    "SETTINGS_UNREAD",
    QT_TRANSLATE_NOOP("Failure", "{file} sets {settings}; the family {family} does not look at that."),
    QT_TRANSLATE_NOOP(
        "Failure", "If it changes what the model computes, answers will be wrong: compare some with the publisher's, "
                   "or describe a family that reads it (resources/families/README.md).")};
inline constexpr FailureReason kPicturesUnsupported{
    "PICTURES_UNSUPPORTED", QT_TRANSLATE_NOOP("Failure", "Pictures cannot be prepared for this model: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "If its processor is a known kind under another name, write that name as "
                                 "image_processor_type into {file}; otherwise serve it with an engine that runs its "
                                 "own processor (driver vllm).")};

// Plan
inline constexpr FailureReason kLayoutInvalid{
    "LAYOUT_INVALID", QT_TRANSLATE_NOOP("Failure", "The layout is not possible: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "Choose another layout: page Plan, or firstlightctl plan, shows what fits.")};
inline constexpr FailureReason kMemoryInsufficient{
    "MEMORY_INSUFFICIENT", QT_TRANSLATE_NOOP("Failure", "Rank {rank} needs {needed} and its device has {capacity}."),
    QT_TRANSLATE_NOOP("Failure", "Use more devices, a shorter context or fewer sequences.")};

// Processes
inline constexpr FailureReason kProgramMissing{
    "PROGRAM_MISSING", QT_TRANSLATE_NOOP("Failure", "{program} could not be started: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "Install Firstlight completely; all its programs belong into one folder.")};
inline constexpr FailureReason kRankExited{
    "RANK_EXITED", QT_TRANSLATE_NOOP("Failure", "Rank {rank} on {node} ended unexpectedly ({how})."),
    QT_TRANSLATE_NOOP("Failure", "Read its last log lines, then start the deployment again.")};
inline constexpr FailureReason kRankStuck{
    "RANK_STUCK", QT_TRANSLATE_NOOP("Failure", "Rank {rank} on {node} has not answered for {seconds} s."),
    QT_TRANSLATE_NOOP("Failure",
                      "Look at that process (is it stopped or swapping?), then start the deployment again.")};
inline constexpr FailureReason kRankDisconnected{
    "RANK_DISCONNECTED", QT_TRANSLATE_NOOP("Failure", "The connection to rank {rank} on {node} broke: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "Read its last log lines, then start the deployment again.")};
inline constexpr FailureReason kNodeLost{
    "NODE_LOST", QT_TRANSLATE_NOOP("Failure", "The agent of {node} is gone ({how})."),
    QT_TRANSLATE_NOOP("Failure",
                      "A new agent is started with the next deployment; check the node if it happens again.")};
inline constexpr FailureReason kControllerLost{
    "CONTROLLER_LOST", QT_TRANSLATE_NOOP("Failure", "The controller is gone ({how})."),
    QT_TRANSLATE_NOOP("Failure", "Start it again; its agents and workers end by themselves.")};
inline constexpr FailureReason kNoController{
    "NO_CONTROLLER", QT_TRANSLATE_NOOP("Failure", "No controller is running for {path}."),
    QT_TRANSLATE_NOOP("Failure", "Start one with \"firstlightctl up DIR\" or the console.")};
inline constexpr FailureReason kControllerNotStarted{
    "CONTROLLER_NOT_STARTED", QT_TRANSLATE_NOOP("Failure", "The controller could not be started: {detail}"),
    QT_TRANSLATE_NOOP("Failure", "Correct that and start it again.")};
inline constexpr FailureReason kNoAnswer{
    "NO_ANSWER", QT_TRANSLATE_NOOP("Failure", "The controller did not answer in time ({how})."),
    QT_TRANSLATE_NOOP("Failure", "Try again; if it repeats, look at that process and its log.")};
inline constexpr FailureReason kStillUnderWay{
    "STILL_UNDER_WAY", QT_TRANSLATE_NOOP("Failure", "{deployment} is not ready yet: it is in stage \"{stage}\"."),
    QT_TRANSLATE_NOOP("Failure", "It goes on: \"firstlightctl status\" shows it, \"firstlightctl down\" ends it.")};
inline constexpr FailureReason kAddressInUse{
    "ADDRESS_IN_USE", QT_TRANSLATE_NOOP("Failure", "{address} is already in use: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "End the program that holds it, or choose another address with --listen.")};
inline constexpr FailureReason kAlreadyRunning{
    "ALREADY_RUNNING", QT_TRANSLATE_NOOP("Failure", "Deployment {deployment} is still running."),
    QT_TRANSLATE_NOOP("Failure", "Stop it first: page Bring-up, or firstlightctl down.")};

// Stages
inline constexpr FailureReason kStageStalled{
    "STAGE_STALLED", QT_TRANSLATE_NOOP("Failure", "Stage {stage} made no progress for {seconds} s; waiting for {who}."),
    QT_TRANSLATE_NOOP("Failure", "Look at the logs of {who}, then start the deployment again.")};
inline constexpr FailureReason kRankMissing{
    "RANK_MISSING", QT_TRANSLATE_NOOP("Failure", "Rank {rank} did not come to the rendezvous within {seconds} s."),
    QT_TRANSLATE_NOOP("Failure", "Look at the log of that rank, then start the deployment again.")};
inline constexpr FailureReason kCollectiveTimeout{
    "COLLECTIVE_TIMEOUT",
    QT_TRANSLATE_NOOP(
        "Failure",
        "{operation} number {sequence} of {communicator} timed out after {seconds} s; missing: rank {missing}."),
    QT_TRANSLATE_NOOP("Failure", "Look at the missing rank first; the others only waited for it.")};
inline constexpr FailureReason kCollectiveMismatch{
    "COLLECTIVE_MISMATCH",
    QT_TRANSLATE_NOOP("Failure", "Ranks of {communicator} disagree about operation {sequence}: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "All ranks must run the same program and plan; start the deployment again.")};
inline constexpr FailureReason kAborted{"ABORTED",
                                        QT_TRANSLATE_NOOP("Failure", "Stopped because of another failure: {detail}."),
                                        QT_TRANSLATE_NOOP("Failure", "Look at the first failure of the deployment.")};
inline constexpr FailureReason kProbeFailed{
    "PROBE_FAILED", QT_TRANSLATE_NOOP("Failure", "The {probe} probe failed: {detail}."),
    QT_TRANSLATE_NOOP(
        "Failure",
        "Do not use this deployment; compare the checkpoint, its tokenizer and its template with the source.")};
inline constexpr FailureReason kAllocationFailed{
    "ALLOCATION_FAILED",
    QT_TRANSLATE_NOOP("Failure", "Rank {rank} could not allocate {bytes} bytes for {memory_class}."),
    QT_TRANSLATE_NOOP("Failure", "Free memory on the device, or plan for a shorter context.")};

// Requests
inline constexpr FailureReason kNotServing{
    "NOT_SERVING", QT_TRANSLATE_NOOP("Failure", "No deployment is serving."),
    QT_TRANSLATE_NOOP("Failure", "Start one (page Bring-up, or firstlightctl up) and wait until it is ready.")};
inline constexpr FailureReason kUnknownDeployment{
    "UNKNOWN_DEPLOYMENT", QT_TRANSLATE_NOOP("Failure", "There is no deployment {deployment}."),
    QT_TRANSLATE_NOOP("Failure", "Start one: page Bring-up, or firstlightctl up.")};
inline constexpr FailureReason kRequestInvalid{"REQUEST_INVALID",
                                               QT_TRANSLATE_NOOP("Failure", "The request is not valid: {detail}."),
                                               QT_TRANSLATE_NOOP("Failure", "Correct it and send it again.")};
inline constexpr FailureReason kPromptTooLong{
    "PROMPT_TOO_LONG", QT_TRANSLATE_NOOP("Failure", "The prompt has {tokens} tokens; at most {limit} fit."),
    QT_TRANSLATE_NOOP("Failure", "Shorten the conversation, or plan for a longer context.")};
inline constexpr FailureReason kQueueFull{"QUEUE_FULL",
                                          QT_TRANSLATE_NOOP("Failure", "{count} requests are already waiting."),
                                          QT_TRANSLATE_NOOP("Failure", "Send the request again a little later.")};
inline constexpr FailureReason kImageRejected{
    "IMAGE_REJECTED", QT_TRANSLATE_NOOP("Failure", "Image {number} was not accepted: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "Send a PNG, JPEG, WebP, BMP or GIF picture within the limits.")};
inline constexpr FailureReason kImageTooLarge{
    "IMAGE_TOO_LARGE", QT_TRANSLATE_NOOP("Failure", "Image {number} is too large: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "Make the picture smaller, or save it as JPEG or WebP, and send it again.")};
inline constexpr FailureReason kTemplateFailed{
    "TEMPLATE_FAILED", QT_TRANSLATE_NOOP("Failure", "The chat template could not be used: {detail}."),
    QT_TRANSLATE_NOOP(
        "Failure", "Check chat_template.jinja of the checkpoint; change the conversation if the template refused it.")};
inline constexpr FailureReason kGenerationInterrupted{
    "GENERATION_INTERRUPTED", QT_TRANSLATE_NOOP("Failure", "The answer was interrupted: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "Start the deployment again and repeat the question.")};

// Store and environment
inline constexpr FailureReason kStoreFull{
    "STORE_FULL", QT_TRANSLATE_NOOP("Failure", "The store {path} cannot be written: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "Free space there; serving goes on, and recording resumes by itself.")};
inline constexpr FailureReason kOutputNotWritten{"OUTPUT_NOT_WRITTEN",
                                                 QT_TRANSLATE_NOOP("Failure", "{file} could not be written: {detail}."),
                                                 QT_TRANSLATE_NOOP("Failure", "Choose another place for it.")};
inline constexpr FailureReason kFolderUnusable{
    "FOLDER_UNUSABLE", QT_TRANSLATE_NOOP("Failure", "The folder {path} cannot be used: {detail}."),
    QT_TRANSLATE_NOOP(
        "Failure",
        "Correct its permissions or free space there, or choose another one with --runtime-dir or --state-dir.")};
inline constexpr FailureReason kStoreInvalid{
    "STORE_INVALID", QT_TRANSLATE_NOOP("Failure", "The store {path} cannot be read: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "Move it away, or start with --discard-state to lose its history.")};
inline constexpr FailureReason kVersionMismatch{
    "VERSION_MISMATCH", QT_TRANSLATE_NOOP("Failure", "This program is version {ours}, the other side is {theirs}."),
    QT_TRANSLATE_NOOP("Failure", "Install the same version on both sides.")};
inline constexpr FailureReason kUnauthorized{
    "UNAUTHORIZED", QT_TRANSLATE_NOOP("Failure", "The access token was not accepted."),
    QT_TRANSLATE_NOOP("Failure", "Connect with the profile of this controller.")};
inline constexpr FailureReason kInternal{
    "INTERNAL", QT_TRANSLATE_NOOP("Failure", "Something inside Firstlight went wrong: {detail}."),
    QT_TRANSLATE_NOOP("Failure", "Export a report and send it to the developers.")};

} // namespace reasons

// All reasons, for lookups by id.
inline constexpr const FailureReason* kAllFailureReasons[] = {
    &reasons::kPathMissing,
    &reasons::kFileInvalid,
    &reasons::kShardMissing,
    &reasons::kShardTruncated,
    &reasons::kShardChanged,
    &reasons::kNoWeights,
    &reasons::kIndexMismatch,
    &reasons::kTensorDuplicate,
    &reasons::kFileUnused,
    &reasons::kFileSuspect,
    &reasons::kDownloadUnfinished,
    &reasons::kConfigInvalid,
    &reasons::kDescriptorInvalid,
    &reasons::kTensorUnused,
    &reasons::kTensorAmbiguous,
    &reasons::kFileAbsent,
    &reasons::kTemplateAbsent,
    &reasons::kMetadataAbsent,
    &reasons::kTensorMissing,
    &reasons::kChoiceNeeded,
    &reasons::kFileRefused,
    &reasons::kFilePartlyUsed,
    &reasons::kTensorLayout,
    &reasons::kTokenizerMismatch,
    &reasons::kTensorMismatch,
    &reasons::kDTypeDiffers,
    &reasons::kHeadNotTied,
    &reasons::kModelUnsupported,
    &reasons::kFamilyUnknown,
    &reasons::kOwnFamily,
    &reasons::kFamilyIncomplete,
    &reasons::kSettingsUnread,
    &reasons::kPicturesUnsupported,
    &reasons::kLayoutInvalid,
    &reasons::kMemoryInsufficient,
    &reasons::kProgramMissing,
    &reasons::kRankExited,
    &reasons::kRankStuck,
    &reasons::kRankDisconnected,
    &reasons::kNodeLost,
    &reasons::kControllerLost,
    &reasons::kNoController,
    &reasons::kControllerNotStarted,
    &reasons::kNoAnswer,
    &reasons::kStillUnderWay,
    &reasons::kAddressInUse,
    &reasons::kAlreadyRunning,
    &reasons::kStageStalled,
    &reasons::kRankMissing,
    &reasons::kCollectiveTimeout,
    &reasons::kCollectiveMismatch,
    &reasons::kAborted,
    &reasons::kProbeFailed,
    &reasons::kAllocationFailed,
    &reasons::kNotServing,
    &reasons::kUnknownDeployment,
    &reasons::kRequestInvalid,
    &reasons::kPromptTooLong,
    &reasons::kQueueFull,
    &reasons::kImageRejected,
    &reasons::kImageTooLarge,
    &reasons::kTemplateFailed,
    &reasons::kGenerationInterrupted,
    &reasons::kStoreFull,
    &reasons::kFolderUnusable,
    &reasons::kOutputNotWritten,
    &reasons::kStoreInvalid,
    &reasons::kVersionMismatch,
    &reasons::kUnauthorized,
    &reasons::kInternal,
};

} // namespace firstlight
